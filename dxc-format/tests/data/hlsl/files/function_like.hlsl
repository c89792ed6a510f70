#define CONSTANTS(n) "CBV(b" #n ")"
[RootSignature(CONSTANTS(0))]
float4 main() : SV_Target { return 0; }
