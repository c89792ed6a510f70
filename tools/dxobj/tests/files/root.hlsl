#define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), " \
           "CBV(b1, space = 2, visibility = SHADER_VISIBILITY_VERTEX)"
