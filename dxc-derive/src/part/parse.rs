//! Parses the declaration of parts.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, DeriveInput, GenericArgument, Ident, LitByteStr, LitInt, LitStr, PathArguments,
    Token, Type, Visibility,
};

use crate::attributes::{self, Problems, wrong};
use crate::code::Code;
use crate::item::variants_of;

/// An enum of parts.
pub(super) struct Parts {
    pub(super) name: Ident,
    pub(super) visibility: Visibility,
    pub(super) view: Ident,
    /// The type for the methods of a container: the container itself, or a trait of this name.
    pub(super) accessors: Option<Ident>,
    pub(super) variants: Vec<Variant>,
    /// The variant of parts that are kept as bytes.
    pub(super) opaque: Ident,
}

/// A variant of the enum: a type of parts.
pub(super) struct Variant {
    pub(super) name: Ident,
    pub(super) docs: Vec<Attribute>,
    pub(super) ty: Type,
    pub(super) view: Ident,
    /// The record with the fields of the type; the record can be converted to a part.
    pub(super) record: Option<Ident>,
    pub(super) groups: Vec<Group>,
    pub(super) magics: Vec<Magic>,
}

impl Variant {
    /// Whether a magic number distinguishes it from another variant with this FourCC.
    pub(super) fn has_magic(&self, code: &LitStr) -> bool {
        let mut codes = self.magics.iter().map(|magic| &magic.code);
        codes.any(|magic| magic.value() == code.value())
    }

    /// Its FourCCs as numbers.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let codes = self.groups.iter().flat_map(|group| &group.codes);
        codes.filter_map(number).collect()
    }
}

impl Parts {
    /// Parses the declaration; returns nothing if it has mistakes, which are recorded.
    pub(super) fn parse(
        mut item: DeriveInput,
        problems: &mut Problems,
    ) -> syn::Result<Option<Self>> {
        let words: PartWords = attributes::take(&mut item.attrs)?;
        let Some(view) = words.view else {
            return wrong(item.ident.span(), "expected `#[dxc(view = Name)]`");
        };
        let (mut opaque, mut variants) = (None, Vec::new());
        for mut variant in variants_of(&item.ident, item.data)? {
            let Some(words) = problems.note(attributes::take::<VariantWords>(&mut variant.attrs))
            else {
                continue;
            };
            if words.opaque && !variant.fields.is_empty() {
                opaque = Some(variant.ident);
                continue;
            }
            variants.extend(Variant::parse(variant, words, problems));
        }
        let Some(opaque) = opaque else {
            problems.add(
                &item.ident,
                "expected a variant `#[dxc(opaque)] Name(Vec<u8>)`",
            );
            return Ok(None);
        };
        Ok(Some(Self {
            name: item.ident,
            visibility: item.vis,
            view,
            accessors: words.accessors,
            variants,
            opaque,
        }))
    }
}

impl Variant {
    fn parse(variant: syn::Variant, words: VariantWords, problems: &mut Problems) -> Option<Self> {
        let name = variant.ident;
        let Some(field) = variant.fields.into_iter().next() else {
            problems.add(&name, "a variant holds one value, the part's type");
            return None;
        };
        if words.groups.is_empty() {
            problems.add(&name, "expected `#[dxc(fourcc(\"..\"))]` on the variant");
            return None;
        }
        let Some(view) = words.view else {
            problems.add(&name, "expected `#[dxc(view = Name)]` on the variant");
            return None;
        };
        Some(Self {
            name,
            docs: variant.attrs,
            ty: unboxed(&field.ty).clone(),
            view,
            record: words.record,
            groups: words.groups,
            magics: words.magics,
        })
    }
}

#[derive(Default)]
struct PartWords {
    view: Option<Ident>,
    accessors: Option<Ident>,
}

words!(PartWords {
    view: value,
    accessors: value
});

#[derive(Default)]
struct VariantWords {
    groups: Vec<Group>,
    magics: Vec<Magic>,
    view: Option<Ident>,
    record: Option<Ident>,
    opaque: bool,
}

/// `magic("CODE", at, b"bytes")`: the bytes that distinguish this variant of a FourCC from others.
pub(super) struct Magic {
    pub(super) code: LitStr,
    pub(super) at: LitInt,
    pub(super) bytes: LitByteStr,
}

impl Parse for Magic {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let code = input.parse()?;
        input.parse::<Token![,]>()?;
        let at = input.parse()?;
        input.parse::<Token![,]>()?;
        let bytes = input.parse()?;
        Ok(Self { code, at, bytes })
    }
}

/// FourCCs that pass the same arguments to a type.
pub(super) struct Group {
    pub(super) codes: Vec<LitStr>,
    pub(super) arguments: Vec<Code>,
}

impl Parse for Group {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut group = Self {
            codes: Vec::new(),
            arguments: Vec::new(),
        };
        while input.peek(LitStr) {
            group.codes.push(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        if group.codes.is_empty() {
            return Err(input.error("expected a FourCC, such as `\"PRIV\"`"));
        }
        if input.parse::<Option<Token![;]>>()?.is_some() {
            group.arguments = Punctuated::<Code, Token![,]>::parse_terminated(input)?
                .into_iter()
                .collect();
        }
        Ok(group)
    }
}

words!(VariantWords { groups = "fourcc": each, magics = "magic": each, view: value, record: value, opaque: flag });

/// A FourCC as the number with the same bytes.
pub(super) fn number(code: &LitStr) -> Option<u32> {
    Some(u32::from_le_bytes(code.value().as_bytes().try_into().ok()?))
}

/// The type of a part, without the box around it.
fn unboxed(ty: &Type) -> &Type {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && last.ident == "Box"
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = arguments.args.first()
    {
        return inner;
    }
    ty
}
