#include <fribidi/fribidi.h>

/* What the order of a paragraph is worked out in: each array has room for `count` characters. */
struct bidi_space {
    FriBidiCharType *types;
    FriBidiBracketType *brackets;
    FriBidiArabicProp *joins;
};

/* Finds the level of each character, and gives Arabic letters their joined forms and brackets their mirror
   images in place. `direction` is 1 from left to right, -1 from right to left, 0 as the first strong
   character says; returns the direction found, 1 or -1, or 0 where memory is short. */
static inline int bidi_order(FriBidiChar *text, FriBidiStrIndex count, int direction,
                             struct bidi_space space, FriBidiLevel *levels)
{
    FriBidiParType base = direction > 0 ? FRIBIDI_PAR_LTR : direction < 0 ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_ON;
    fribidi_get_bidi_types(text, count, space.types);
    fribidi_get_bracket_types(text, count, space.types, space.brackets);
    if (fribidi_get_par_embedding_levels_ex(space.types, space.brackets, count, &base, levels) == 0)
        return 0;
    fribidi_get_joining_types(text, count, space.joins);
    fribidi_join_arabic(space.types, count, levels, space.joins);
    fribidi_shape(FRIBIDI_FLAGS_DEFAULT | FRIBIDI_FLAGS_ARABIC, levels, count, space.joins, text);
    return FRIBIDI_IS_RTL(base) ? -1 : 1;
}
