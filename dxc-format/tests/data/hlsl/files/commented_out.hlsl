// #define RS "CBV(b9)"
/* [RootSignature("CBV(b8)")] */
#define RS "CBV(b0)" // #define RS "CBV(b7)" \
                        still the comment
