#define TABLES "DescriptorTable(SRV(t0))"
#define Quad TABLES ", CBV(b0)"
[RootSignature(Quad)]
float4 main() : SV_Target { return 0; }
