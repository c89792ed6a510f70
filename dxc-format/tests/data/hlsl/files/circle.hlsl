#define A B "CBV(b0)"
#define B A "CBV(b1)"
[RootSignature(A)] float4 main() : SV_Target { return 0; }
