#define ENTRY [RootSignature("CBV(b0)")] float4
ENTRY main() : SV_Target { return 0; }
