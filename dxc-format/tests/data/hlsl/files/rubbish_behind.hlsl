#define RS "CBV(b0)"
float4 main() : SV_Target { return 0; }
}
#define RS2 "SRV(t0)"
