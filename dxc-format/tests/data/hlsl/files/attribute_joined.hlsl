#define TABLE "DescriptorTable(SRV(t0)), "
[RootSignature(TABLE
               "CBV(b0)" /* the camera */)]
float4 main() : SV_Target { return 0; }
