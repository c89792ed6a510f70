#ifndef GUARD
#define RS "CBV(b0)"
