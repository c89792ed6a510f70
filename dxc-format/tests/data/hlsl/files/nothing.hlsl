// No root signature at all.
float4 main() : SV_Target { return 0; }
