#define GLOBAL "SRV(t0)"
namespace scene {
GlobalRootSignature everything = { GLOBAL };
}
