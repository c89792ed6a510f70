#define RS "CBV(b0), " \
  "SRV(t0)" // the scene

float4 main() : SV_Target { return 0; }
