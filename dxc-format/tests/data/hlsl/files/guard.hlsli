#ifndef SHARED_HLSLI
#define SHARED_HLSLI
#ifdef __cplusplus
#include <cstdint>
#else
#define RS "CBV(b0)"
#endif
struct Vertex { float3 at; float2 uv; };
#endif
