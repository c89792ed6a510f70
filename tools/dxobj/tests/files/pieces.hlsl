#define FLAGS ", flags = DATA_STATIC"
[RootSignature("CBV(b0" FLAGS ")")]
void main() {}
