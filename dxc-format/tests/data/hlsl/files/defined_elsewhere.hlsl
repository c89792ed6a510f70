#include "shared.hlsli"
[RootSignature(SHARED_RS)]
float4 main() : SV_Target { return 0; }
