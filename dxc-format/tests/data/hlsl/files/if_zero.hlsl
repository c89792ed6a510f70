#if 0
Whatever stands here isn't read: §§ )))) "
#define RS "CBV(b9)"
#endif
#define RS "CBV(b0)"
