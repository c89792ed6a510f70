#define RS "CBV(b0)"
float4 main() { return 0; } §
