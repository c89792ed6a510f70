//! `#[derive(Part)]`.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Expr, GenericArgument, Ident, ItemEnum, LitByteStr, LitInt, LitStr, PathArguments, Token, Type,
};

use crate::attributes::{self, Problems, Words, value, wrong};

#[derive(Default)]
struct PartWords {
    view: Option<Ident>,
    accessors: Option<Ident>,
}

impl Words for PartWords {
    const LEGAL: &'static [&'static str] = &["view", "accessors"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "view" => self.view = Some(value(input)?),
            "accessors" => self.accessors = Some(value(input)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[derive(Default)]
struct VariantWords {
    groups: Vec<Group>,
    magics: Vec<Magic>,
    view: Option<Ident>,
    opaque: bool,
}

/// `magic("CODE", at, b"bytes")`: what tells this variant of a FourCC from others.
struct Magic {
    code: LitStr,
    at: LitInt,
    bytes: LitByteStr,
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
struct Group {
    codes: Vec<LitStr>,
    arguments: Vec<Expr>,
}

impl Parse for Group {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut group = Self {
            codes: Vec::new(),
            arguments: Vec::new(),
        };
        while input.peek(LitStr) {
            let code: LitStr = input.parse()?;
            if code.value().len() != 4 {
                let (text, len) = (code.value(), code.value().len());
                return wrong(
                    code.span(),
                    &format!("a FourCC is four bytes, and \"{text}\" is {len}"),
                );
            }
            group.codes.push(code);
            if input.peek(Token![,]) {
                input.parse::<Token![,]>()?;
            }
        }
        if group.codes.is_empty() {
            return Err(input.error("expected a FourCC, such as `\"PRIV\"`"));
        }
        if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            group.arguments = Punctuated::<Expr, Token![,]>::parse_terminated(input)?
                .into_iter()
                .collect();
        }
        Ok(group)
    }
}

impl Words for VariantWords {
    const LEGAL: &'static [&'static str] = &["view", "fourcc", "magic", "opaque"];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "fourcc" => {
                let content;
                syn::parenthesized!(content in input);
                self.groups.push(content.parse()?);
            }
            "magic" => {
                let content;
                syn::parenthesized!(content in input);
                self.magics.push(content.parse()?);
            }
            "view" => self.view = Some(value(input)?),
            "opaque" => self.opaque = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

pub(crate) fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemEnum = syn::parse2(item)?;
    let words: PartWords = attributes::take(&mut item.attrs)?;
    let (name, visibility) = (&item.ident, &item.vis);
    let Some(view) = words.view else {
        return wrong(name.span(), "expected `#[dxc(view = Name)]`");
    };
    let mut problems = Problems::default();
    let (mut opaque, mut bound) = (None, Vec::new());
    let (mut told_walks, mut told_builds) = (Vec::new(), Vec::new());
    let (mut told_codes, mut sizes) = (Vec::new(), Vec::new());
    let mut keepers = Vec::new();
    let mut forgets = Vec::new();
    let (mut variants, mut walks, mut values, mut writes, mut froms, mut accessors, mut builds) = (
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
    );
    for variant in &mut item.variants {
        let words = problems.note(attributes::take(&mut variant.attrs));
        let Some(words): Option<VariantWords> = words else {
            continue;
        };
        let (docs, variant_name) = (&variant.attrs, &variant.ident);
        let Some(declared) = variant.fields.iter().next().map(|field| &field.ty) else {
            problems.add(&variant_name, "a variant holds one value, the part's type");
            continue;
        };
        let (ty, is_boxed) = unboxed(declared);
        if words.opaque {
            opaque = Some(variant_name.clone());
            continue;
        }
        if words.groups.is_empty() {
            problems.add(
                variant_name,
                "expected `#[dxc(fourcc(\"..\"))]` on the variant",
            );
            continue;
        }
        let Some(view_type) = words.view else {
            problems.add(
                &variant_name,
                "expected `#[dxc(view = Name)]` on the variant",
            );
            continue;
        };
        let view_type = quote!(#view_type<'a>);
        variants.push(quote!(#(#docs)* #variant_name(#view_type),));
        let value = if is_boxed {
            quote!(view.to_value().into())
        } else {
            quote!(view.to_value())
        };
        values.push(quote!(#view::#variant_name(view) => #name::#variant_name(#value),));
        sizes.push(quote! {
            #name::#variant_name(part) => <#ty as ::dxc_format::runtime::Sequence>::expected_size(part),
        });
        keepers.push(
            quote!(#view::#variant_name(view) => ::dxc_format::runtime::Unknown::unknown(view),),
        );
        forgets.push(quote! {
            #name::#variant_name(part) => <#ty as ::dxc_format::runtime::Sequence>::forget_layout(part),
        });
        froms.push(quote! {
            impl From<#ty> for #name {
                fn from(part: #ty) -> Self {
                    Self::#variant_name(part.into())
                }
            }
        });
        // One call a type, whatever it is given, so that the reader can be inlined.
        let (mut all, mut choices, mut last) = (Vec::new(), Vec::new(), TokenStream::new());
        let mut writes_of_type = Vec::new();
        let is_told = |code: &LitStr| {
            let mut codes = words.magics.iter().map(|magic| &magic.code);
            codes.any(|told| told.value() == code.value())
        };
        for Group { codes, arguments } in &words.groups {
            for code in codes {
                // Of several variants with a FourCC, all but one are told by their magic numbers.
                let binding = (code.value(), is_told(code));
                if !binding.1 && bound.contains(&binding) {
                    problems.add(code, format!("\"{}\" is bound twice", code.value()));
                }
                bound.push(binding);
            }
            let bytes: Vec<LitByteStr> = codes
                .iter()
                .map(|code| LitByteStr::new(code.value().as_bytes(), code.span()))
                .collect();
            // As numbers: a match on bytes compares them one by one.
            let numbers: Vec<u32> = codes.iter().filter_map(number).collect();
            all.extend(numbers.iter().copied());
            choices.push(quote!(#(#numbers)|* => (#(#arguments,)*),));
            last = quote!((#(#arguments,)*));
            writes_of_type.push(quote!(#(#numbers)|* => Some((#(#arguments,)*)),));
            for (code, bytes) in codes.iter().zip(bytes) {
                let read = quote! {
                    <#ty as ::dxc_format::runtime::Sequence>::walk(bytes, (#(#arguments,)*), &mut ())
                };
                accessors.push((code.clone(), bytes, view_type.clone(), read));
            }
        }
        choices.pop();
        writes.push(quote! {
            #name::#variant_name(part) => {
                let args = match fourcc.to_u32() {
                    #(#writes_of_type)*
                    _ => None,
                };
                args.map(|args| <#ty as ::dxc_format::runtime::Sequence>::append_to(part, out, args))
            }
        });
        told_codes.push(quote!((#name::#variant_name(_), #(#all)|*)));
        // Whatever shares its FourCC is tried before the one that nothing tells.
        let (walks, builds) = match words.magics.is_empty() {
            true => (&mut walks, &mut builds),
            false => (&mut told_walks, &mut told_builds),
        };
        let guard = |told: fn(&Magic, &Type) -> TokenStream| {
            let tests = words.magics.iter().map(|magic| {
                let (number, told) = (number(&magic.code), told(magic, ty));
                quote!((fourcc.to_u32() != #number || #told))
            });
            (!words.magics.is_empty()).then(|| quote!(if #(#tests)&&*))
        };
        let has_key =
            guard(|_, ty| quote!(source.has(<#ty as ::dxc_format::runtime::Sequence>::SHOWN)));
        let has_magic = guard(
            |Magic { at, bytes, .. }, _| quote!(::dxc_format::runtime::reader::has_at(bytes, #at, #bytes)),
        );
        builds.push(quote! {
            #(#all)|* #has_key => {
                let args = match fourcc.to_u32() {
                    #(#choices)*
                    _ => #last,
                };
                source.part::<#ty>(args, task)
            }
        });
        walks.push(quote! {
            #(#all)|* #has_magic => {
                let args = match fourcc.to_u32() {
                    #(#choices)*
                    _ => #last,
                };
                ::dxc_format::runtime::sequence::walk_part::<#ty, _, _>(fourcc, bytes, args, sink, #view::#variant_name)
            }
        });
    }
    let Some(opaque) = opaque else {
        problems.add(name, "expected a variant `#[dxc(opaque)] Name(Vec<u8>)`");
        return problems.or(TokenStream::new());
    };
    let is_own = words
        .accessors
        .as_ref()
        .is_some_and(|name| name == "Container");
    let container = match is_own {
        true => quote!(self),
        false => quote!(self.container()),
    };
    let is_shared = |code: &LitStr| bound.contains(&(code.value(), true));
    let own = accessors.iter().filter(|(code, ..)| !is_shared(code));
    let own = own.map(|(code, bytes, ty, read)| accessor(&container, code, bytes, ty, read));
    // What such a part holds is known once it has been read.
    let mut seen = Vec::new();
    let shared = accessors.iter().filter(|(code, ..)| {
        let is_first = !seen.contains(&code.value());
        seen.push(code.value());
        is_shared(code) && is_first
    });
    let shared: Vec<_> = shared
        .map(|(code, bytes, ..)| {
            let read = quote!(#view::parse(::dxc_format::runtime::FourCC(*#bytes), bytes));
            accessor(&container, code, bytes, &quote!(#view<'a>), &read)
        })
        .collect();
    let (docs, methods): (Vec<_>, Vec<_>) = own.chain(shared).unzip();
    let accessors = match words.accessors {
        Some(accessors_name) if !is_own => quote! {
            /// The typed parts of a container, by their FourCCs.
            #visibility trait #accessors_name<'a> {
                /// The container.
                fn container(&self) -> &::dxc_format::Container<'a>;

                #(#docs #methods)*
            }

            impl<'a> #accessors_name<'a> for ::dxc_format::Container<'a> {
                fn container(&self) -> &::dxc_format::Container<'a> {
                    self
                }
            }
        },
        None => quote!(),
        Some(_) => quote! {
            /// The typed parts, by their FourCCs.
            impl<'a> ::dxc_format::Container<'a> {
                #(#docs pub #methods)*
            }
        },
    };
    let view_doc = format!("A view of [`{name}`], which borrows the bytes.");
    problems.or(quote! {
        #[doc = #view_doc]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        #visibility enum #view<'a> {
            #(#variants)*
            /// Any other part, as its bytes.
            #opaque(&'a [u8]),
        }

        impl<'a> #view<'a> {
            /// Reads a part's data as its FourCC says.
            ///
            /// # Errors
            /// Names the part, the field, its offset and what was expected.
            #[inline]
            pub fn parse(fourcc: ::dxc_format::runtime::FourCC, bytes: &'a [u8]) -> ::dxc_format::runtime::Result<Self> {
                Self::walk(fourcc, bytes, &mut ())
            }

            /// Reads a part's data as its FourCC says, telling `sink` what every byte is.
            ///
            /// # Errors
            /// Names the part, the field, its offset and what was expected.
            #[inline]
            pub fn walk<S: ::dxc_format::runtime::walk::Sink + ?core::marker::Sized>(
                fourcc: ::dxc_format::runtime::FourCC,
                bytes: &'a [u8],
                sink: &mut S,
            ) -> ::dxc_format::runtime::Result<Self> {
                match fourcc.to_u32() {
                    #(#told_walks)*
                    #(#walks)*
                    _ => {
                        ::dxc_format::runtime::walk::opaque(bytes, sink);
                        Ok(#view::#opaque(bytes))
                    }
                }
            }

            /// The owned form.
            pub fn to_value(&self) -> #name {
                match self {
                    #(#values)*
                    #view::#opaque(bytes) => #name::#opaque(bytes.to_vec()),
                }
            }

            /// Whether the part has a type of its own, and is not only its bytes.
            pub fn is_typed(&self) -> bool {
                !matches!(self, Self::#opaque(_))
            }
        }

        impl ::dxc_format::runtime::Unknown for #view<'_> {
            /// Of a part that is its bytes alone, nothing is said to be unknown.
            fn unknown(&self) -> Option<::dxc_format::runtime::newtype::String> {
                match self {
                    #(#keepers)*
                    #view::#opaque(_) => None,
                }
            }
        }

        ::dxc_format::__binrw_part!(#name);

        impl #name {
            /// Reads a part's data as its FourCC says.
            ///
            /// # Errors
            /// Names the part, the field, its offset and what was expected.
            pub fn parse(fourcc: ::dxc_format::runtime::FourCC, bytes: &[u8]) -> ::dxc_format::runtime::Result<Self> {
                Ok(#view::parse(fourcc, bytes)?.to_value())
            }

            /// Forgets the layout that it was read from: it is written as a new one would be.
            pub fn forget_layout(&mut self) {
                match self {
                    #(#forgets)*
                    #name::#opaque(_) => {}
                }
            }

            /// The part's data, as it stands in a part with this FourCC.
            ///
            /// # Errors
            /// If the FourCC is not one of the type's, or a field has a value that cannot be written.
            pub fn to_bytes(&self, fourcc: ::dxc_format::runtime::FourCC) -> ::dxc_format::runtime::Result<::dxc_format::runtime::newtype::Vec<u8>> {
                let mut out = ::dxc_format::runtime::newtype::Vec::with_capacity(self.expected_size());
                self.append_to(&mut out, fourcc)?;
                Ok(out)
            }

            /// Appends the part's data, as it stands in a part with this FourCC.
            ///
            /// # Errors
            /// As [`to_bytes`](Self::to_bytes); what is appended then has no meaning.
            pub fn append_to(
                &self,
                out: &mut ::dxc_format::runtime::newtype::Vec<u8>,
                fourcc: ::dxc_format::runtime::FourCC,
            ) -> ::dxc_format::runtime::Result<()> {
                let written = match self {
                    #(#writes)*
                    #name::#opaque(bytes) => {
                        out.extend_from_slice(bytes);
                        Some(Ok(()))
                    }
                };
                ::dxc_format::runtime::writer::written(written, fourcc)
            }

            /// How many bytes the data will take, as far as that can be told quickly.
            pub fn expected_size(&self) -> usize {
                match self {
                    #(#sizes)*
                    #name::#opaque(bytes) => bytes.len(),
                }
            }

            /// Whether a part with this FourCC may hold the value.
            pub fn goes_with(&self, fourcc: ::dxc_format::runtime::FourCC) -> bool {
                matches!((self, fourcc.to_u32()), #(#told_codes |)* (#name::#opaque(_), _))
            }
        }

        ::dxc_format::__document! {
            impl ::dxc_format::document::PartFromDocument for #name {
                fn build(
                    fourcc: ::dxc_format::runtime::FourCC,
                    source: &::dxc_format::document::Source<'_>,
                    task: &mut ::dxc_format::document::Task<'_>,
                ) -> Result<Option<::dxc_format::runtime::newtype::Vec<u8>>, ::dxc_format::document::Problem> {
                    match fourcc.to_u32() {
                        #(#told_builds)*
                        #(#builds)*
                        _ => source.opaque(),
                    }
                }
            }
        }

        #(#froms)*
        #accessors
    })
}

/// The method that reads the first part with a FourCC, and its docs.
fn accessor(
    container: &TokenStream,
    code: &LitStr,
    bytes: &LitByteStr,
    ty: &TokenStream,
    read: &TokenStream,
) -> (TokenStream, TokenStream) {
    let method = method(code);
    let doc = format!("The first part `{}`, if there is one.", code.value());
    let docs = quote! {
        #[doc = #doc]
        ///
        /// # Errors
        /// If the part's data is malformed.
    };
    let method = quote! {
        fn #method(&self) -> ::dxc_format::runtime::Result<Option<#ty>> {
            #container.find_as(::dxc_format::runtime::FourCC(*#bytes), |bytes| #read)
        }
    };
    (docs, method)
}

/// A FourCC as the number that its bytes are.
fn number(code: &LitStr) -> Option<u32> {
    Some(u32::from_le_bytes(code.value().as_bytes().try_into().ok()?))
}

/// The type of a part, and whether a box holds it.
fn unboxed(ty: &Type) -> (&Type, bool) {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && last.ident == "Box"
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = arguments.args.first()
    {
        return (inner, true);
    }
    (ty, false)
}

/// The methods of a container that a FourCC could name.
const CONTAINER: [&str; 3] = ["file", "find", "part"];

/// The name of a FourCC's method.
fn method(code: &LitStr) -> Ident {
    let name = code
        .value()
        .to_lowercase()
        .replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let is_taken = CONTAINER.contains(&name.as_str());
    match syn::parse_str::<Ident>(&name) {
        Ok(_) if !is_taken => format_ident!("{name}", span = code.span()),
        // A digit, a word of Rust, or what a container is asked itself.
        _ => format_ident!("part_{name}", span = code.span()),
    }
}
