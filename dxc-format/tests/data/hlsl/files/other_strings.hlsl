#define TITLE "a red triangle"
#define RS "CBV(b0)"
