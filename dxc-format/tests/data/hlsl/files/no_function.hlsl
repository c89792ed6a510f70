[RootSignature("CBV(b0)")];
float4 main() : SV_Target { return 0; }
