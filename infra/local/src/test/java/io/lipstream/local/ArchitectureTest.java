package io.lipstream.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/** The modules' edges, and what the pure core knows nothing of. */
@AnalyzeClasses(packages = "io.lipstream", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String[] SCHEMAS =
      packages(
          "event",
          "error",
          "settings",
          "topic",
          "registry",
          "connection",
          "egress",
          "media",
          "storage");
  private static final String[] INGEST =
      packages(
          "admission",
          "backlog",
          "degradation",
          "consumption",
          "cloudevent",
          "field",
          "gateway",
          "ingest",
          "ledger",
          "lifecycle",
          "notification",
          "quota",
          "removal",
          "webhook");
  private static final String[] FEATURE_STAGE =
      packages(
          "audio",
          "batching",
          "fetch",
          "inference",
          "interleaving",
          "motion",
          "pipeline",
          "portrait",
          "stage");
  private static final String[] RENDER_STAGE =
      packages(
          "assembly",
          "bundle",
          "encoding",
          "engine",
          "gathering",
          "inspection",
          "job",
          "libav",
          "plan",
          "publish",
          "rendering");
  private static final String[] LOCAL = packages("local");

  @ArchTest
  static final ArchRule SCHEMAS_KNOW_NOTHING_OF_OURS =
      noClasses()
          .that()
          .resideInAnyPackage(SCHEMAS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(join(INGEST, FEATURE_STAGE, RENDER_STAGE, LOCAL));

  @ArchTest
  static final ArchRule INGEST_KNOWS_ONLY_SCHEMAS =
      noClasses()
          .that()
          .resideInAnyPackage(INGEST)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(join(FEATURE_STAGE, RENDER_STAGE, LOCAL));

  @ArchTest
  static final ArchRule FEATURES_KNOW_NO_RENDERER =
      noClasses()
          .that()
          .resideInAnyPackage(FEATURE_STAGE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(join(INGEST, RENDER_STAGE, LOCAL));

  @ArchTest
  static final ArchRule RENDERING_KNOWS_NO_INGEST =
      noClasses()
          .that()
          .resideInAnyPackage(RENDER_STAGE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(join(INGEST, LOCAL));

  @ArchTest
  static final ArchRule THE_CORE_KNOWS_NO_FLINK_KAFKA_OR_STORE =
      noClasses()
          .that()
          .resideInAnyPackage(
              packages(
                  "admission",
                  "backlog",
                  "degradation",
                  "quota",
                  "ledger",
                  "lifecycle",
                  "audio",
                  "inference",
                  "motion",
                  "portrait",
                  "rendering",
                  "encoding",
                  "assembly",
                  "inspection",
                  "publish"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink..", "org.apache.kafka..", "software.amazon..", "ai.djl..");

  @ArchTest
  static final ArchRule ONLY_THE_ENGINE_KNOWS_DJL =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.lipstream.engine..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("ai.djl..", "ai.onnxruntime..");

  @ArchTest
  static final ArchRule ONLY_ONE_CLASS_KNOWS_THE_REGISTRY_CLIENT =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.lipstream\\.registry\\.ConfluentRegistry(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.flink.avro.registry..");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("io.lipstream.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule CLASSES_ARE_NAMED_BY_CONCEPT =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Impl");

  @ArchTest
  static final ArchRule EVERY_CLASS_IS_IN_A_MODULE =
      classes()
          .that(areOurs())
          .should()
          .resideInAnyPackage(join(SCHEMAS, INGEST, FEATURE_STAGE, RENDER_STAGE, LOCAL));

  private static DescribedPredicate<JavaClass> areOurs() {
    return DescribedPredicate.describe("are ours", type -> !type.isAnonymousClass());
  }

  private static String[] packages(String... names) {
    return Arrays.stream(names).map(name -> "io.lipstream." + name + "..").toArray(String[]::new);
  }

  private static String[] join(String[]... groups) {
    return Arrays.stream(groups).flatMap(Arrays::stream).toArray(String[]::new);
  }
}
