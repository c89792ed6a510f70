#define RS "CBV(b0)
[RootSignature(RS)] float4 main() : SV_Target { return 0; }
