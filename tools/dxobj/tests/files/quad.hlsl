#include "QuadRS.hlsli"
[RootSignature(Quad_RootSig)]
float4 main() : SV_Target { return 0; }
