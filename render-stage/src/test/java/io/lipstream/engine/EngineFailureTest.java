package io.lipstream.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.engine.EngineException;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On what the libraries were seen to say, in reports of their users. */
class EngineFailureTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error code - ORT_RUNTIME_EXCEPTION - message: Non-zero status code returned while running Conv node. Name:'/fc1/Conv' Status Message: /onnxruntime_src/onnxruntime/core/framework/bfc_arena.cc:376 void* onnxruntime::BFCArena::AllocateRawInternal(size_t, bool, onnxruntime::Stream*, bool, onnxruntime::WaitNotificationFn) Failed to allocate memory for requested buffer of size 8388608000",
        "/onnxruntime_src/onnxruntime/core/framework/bfc_arena.cc:342 void* onnxruntime::BFCArena::AllocateRawInternal(size_t, bool) Available memory of 1048576 is smaller than requested bytes of 8388608",
        "CUDA error cudaErrorMemoryAllocation:out of memory",
        "CUDA failure 2: out of memory ; GPU=0 ; hostname=a ; expr=cudaMalloc((void**)&p, size);",
        "CUBLAS failure 3: CUBLAS_STATUS_ALLOC_FAILED ; GPU=0 ; expr=cublasCreate(&cublas_handle_);",
        "CUDNN failure 4: CUDNN_STATUS_ALLOC_FAILED ; GPU=0",
        "[defaultAllocator.cpp::nvinfer1::internal::DefaultAllocator::allocate::19] Error Code 1: Cuda Runtime (out of memory)",
        "2: [executionContext.cpp::nvinfer1::rt::ExecutionContext::ExecutionContext::470] Error Code 2: OutOfMemory (no further information)",
        "Requested amount of GPU memory (17920000000 bytes) could not be allocated. There may not be enough free memory for allocation to succeed.",
        "../rtSafe/safeRuntime.cpp (25) - Cuda Error in allocate: 2 (out of memory)",
      })
  void aLackOfMemoryIsToldApart(String message) {
    RuntimeException seen =
        EngineFailure.of("the graph g", new EngineException(new RuntimeException(message)));

    assertThat(seen).isInstanceOf(OutOfDeviceMemory.class).hasMessageStartingWith("the graph g");
    assertThat(LipstreamException.of(seen).code()).isEqualTo(ErrorCode.ENGINE_FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error code - ORT_INVALID_ARGUMENT - message: Got invalid dimensions for input: heard for the following indices index: 1 Got: 2 Expected: 192",
        "Error code - ORT_FAIL - message: CUDA error executing cudaMemcpy(dst_data, src_data, bytes, cudaMemcpyDeviceToHost)",
        "CUDNN failure 8: CUDNN_STATUS_EXECUTION_FAILED ; GPU=0",
        "CUDA failure 700: an illegal memory access was encountered",
        "Session execution failed, code: 0",
        "Invalid binding size: 12. binding[0], name: face",
      })
  void otherFailuresStayFailures(String message) {
    RuntimeException seen = EngineFailure.of("the graph g", new EngineException(message));

    assertThat(seen)
        .isInstanceOf(LipstreamException.class)
        .hasMessage("the graph g failed: " + message);
  }

  @Test
  void aFailureWithoutAMessageHasOneLineToo() {
    assertThat(EngineFailure.of("the graph g", new EngineException((String) null)))
        .hasMessage("the graph g failed: null");
  }
}
