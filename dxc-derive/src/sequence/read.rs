//! From bytes to the view, and from the view to the owned value.

use proc_macro2::TokenStream;
use quote::format_ident;

use super::parse::{Check, Class, Each, Member, MemberWords, Sequence};
use super::places::Places;
use super::pool;
use super::write::{compare_size, pad};
use crate::attributes::Rule;
use crate::hygiene::size_of_self;

/// What the view of a field is.
pub(super) fn view_type(Member { ty, class, .. }: &Member) -> TokenStream {
    match class {
        Class::Bytes | Class::Trailing => quote!(&'a [u8]),
        Class::Strings => quote!(::dxc_format::runtime::Strings<'a>),
        Class::Run(row) | Class::Strided(row) => quote!(::dxc_format::runtime::Run<'a, #row>),
        Class::Sized(row) => quote!(::dxc_format::runtime::SizedView<'a, #row>),
        Class::Items(item) => quote!(::dxc_format::runtime::Items<'a, #item>),
        Class::Nested => quote!(<#ty as ::dxc_format::runtime::Nested>::View<'a>),
        Class::Text => quote!(::dxc_format::runtime::TextView<'a>),
        Class::OptionalBytes => quote!(Option<&'a [u8]>),
        Class::Pool(item) => quote!(::dxc_format::runtime::PoolView<'a, #item>),
        _ => quote!(#ty),
    }
}

/// The fields of the view of a nested sequence.
pub(super) fn view_fields(sequence: &Sequence) -> Vec<TokenStream> {
    let kept = sequence.members.iter().filter(|member| member.is_kept());
    kept.filter(|member| !matches!(member.class, Class::Memory))
        .map(|member| {
            let Member {
                docs,
                visibility,
                name,
                ..
            } = member;
            let ty = view_type(member);
            quote!(#(#docs)* #visibility #name: #ty,)
        })
        .collect()
}

/// The struct of the view.
pub(super) fn view(sequence: &Sequence) -> TokenStream {
    let Sequence {
        visibility,
        name,
        view,
        ..
    } = sequence;
    let places = Places::of(sequence);
    let (fields, methods) = (places.fields(), places.methods());
    let (names, types) = sequence.arguments();
    let doc = format!(
        "A view of [`{name}`], which borrows the bytes: bounds are checked, records are decoded when asked for."
    );
    let mut members = sequence.members.iter();
    let memory = members.find(|member| matches!(member.class, Class::Memory));
    let is_usual = memory.map(|_| quote!(is_usual: bool,));
    let memory = memory.map(|_| {
        quote! {
            /// The layout, where it is not the usual one.
            #[inline]
            fn memory(&self) -> ::dxc_format::runtime::Memory {
                match self.is_usual {
                    true => Default::default(),
                    false => ::dxc_format::runtime::sequence::remember::<#name>(self.source, self.args),
                }
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        #visibility struct #view<'a> {
            #fields
            source: &'a [u8],
            args: (#(#types,)*),
            #is_usual
        }

        /// Two views are equal if they were read from the same bytes in the same way.
        impl PartialEq for #view<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.source == other.source && self.args == other.args
            }
        }

        impl<'a> #view<'a> {
            /// Reads the part's data.
            ///
            /// # Errors
            /// Names the field, its offset and what was expected.
            #[inline]
            pub fn parse(bytes: &'a [u8], #(#names: #types),*) -> ::dxc_format::runtime::Result<Self> {
                <#name as ::dxc_format::runtime::Sequence>::walk(bytes, (#(#names,)*), &mut ())
            }

            #methods

            /// The owned form.
            pub fn to_value(&self) -> #name {
                <#name as ::dxc_format::runtime::Sequence>::from_view(self)
            }

            /// The bytes that it was read from.
            pub fn as_bytes(&self) -> &'a [u8] {
                self.source
            }

            #memory
        }
    }
}

/// The body of `Sequence::walk`.
pub(super) fn walk(sequence: &Sequence) -> TokenStream {
    let own_size = size_of_self();
    let mut body = quote! {
        let source = bytes;
        let mut reader = ::dxc_format::runtime::reader::Reader::of_part(source)?;
        let (start, mut #own_size) = (0usize, 0usize);
    };
    body.extend(pool::noted(sequence));
    for member in &sequence.members {
        body.extend(places(member));
    }
    for member in &sequence.members {
        let read = field(member);
        body.extend(match member.class {
            Class::Text => quote!(let before = reader.at(); #read reader.go_on_from(before);),
            _ => read,
        });
        body.extend(pool::walked(sequence, member));
    }
    body.extend(quote!(#own_size = reader.reached();));
    if let Some(member) = sequence
        .members
        .iter()
        .find(|member| matches!(member.class, Class::Trailing))
    {
        body.extend(trailing(member));
    }
    for member in &sequence.members {
        body.extend(finish(member));
    }
    let places = Places::of(sequence).values();
    let (arguments, _) = sequence.arguments();
    let view = &sequence.view;
    let mut members = sequence.members.iter();
    let is_usual = members.find(|member| matches!(member.class, Class::Memory));
    // Where what is in a pool lies near what names it, a new layout is not the one in which it is read.
    let near = pool::pool(sequence).filter(|pool| pool.words.near);
    let nothing_named = near.map(|_| quote!(&&named.is_empty()));
    let is_usual = is_usual.map(|_| quote!(is_usual: reader.is_usual() #nothing_named,));
    quote! {
        #body
        Ok(#view { #places source, args: (#(#arguments,)*), #is_usual })
    }
}

/// The locals that expressions name: where a field lies, and its size.
pub(super) fn places(member: &Member) -> TokenStream {
    let (at, size) = (
        format_ident!("at_{}", member.name),
        format_ident!("size_of_{}", member.name),
    );
    quote!(let (mut #at, mut #size) = (0usize, 0usize);)
}

/// `content`, if the field's condition holds; `otherwise`, if not.
pub(super) fn conditional(
    member: &Member,
    content: TokenStream,
    otherwise: TokenStream,
) -> TokenStream {
    match &member.words.condition {
        Some(Rule { rust, .. }) => quote!(if #rust { #content } else { #otherwise }),
        None => quote!({ #content }),
    }
}

/// What the records of a run take, as a tuple of the types that `T` declares, as far as it is known.
pub(super) fn context(row: &syn::Type, with: &[Rule]) -> TokenStream {
    let values = with
        .iter()
        .map(|Rule { rust, .. }| quote!((#rust).narrow().unwrap_or_default()));
    typed_context(row, values)
}

/// The same, once everything is known: what does not fit is an error.
pub(super) fn strict_context(member: &Member, row: &syn::Type) -> TokenStream {
    typed_context(row, strict(member))
}

/// What a structure takes.
pub(super) fn nested_args(member: &Member, item: &syn::Type) -> TokenStream {
    let values = strict(member);
    if values.len() == 0 {
        return quote!(());
    }
    quote!({
        let args: <#item as ::dxc_format::runtime::Nested>::Args = (#(#values,)*);
        args
    })
}

/// What a field passes on, each of it refused if it does not fit.
fn strict(member: &Member) -> impl ExactSizeIterator<Item = TokenStream> {
    let (text, at) = (member.name.to_string(), format_ident!("at_{}", member.name));
    member.words.with.iter().map(move |Rule { rust, .. }| {
        quote! {
            ::dxc_format::runtime::int::argument(#rust)
                .map_err(|kind| ::dxc_format::runtime::Error::new(kind, #at).within(#text))?
        }
    })
}

fn typed_context(
    row: &syn::Type,
    values: impl ExactSizeIterator<Item = TokenStream>,
) -> TokenStream {
    if values.len() == 0 {
        return quote!(());
    }
    quote!({
        let context: <#row as ::dxc_format::runtime::Row>::Context = (#(#values,)*);
        context
    })
}

pub(super) fn field(member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        class,
        words,
        ..
    } = member;
    let text = name.to_string();
    let (at, size) = (format_ident!("at_{name}"), format_ident!("size_of_{name}"));
    let within = quote!(.map_err(|error| error.within(#text))?);
    let shown = words.shown.of(&text);
    let seek = words
        .at
        .as_ref()
        .map(|Rule { rust, .. }| quote!(reader.seek(#rust)#within;));
    let shown_here = match &words.ours {
        Some(Rule { rust, .. }) => quote! {
            if #rust {
                const { &#shown.how(::dxc_format::runtime::shape::How::Ours) }
            } else {
                const { &#shown }
            }
        },
        None => quote!(const { &#shown }),
    };
    let piece = |content: TokenStream| {
        quote! {
            #size = reader.at() - #at;
            sink.piece(::dxc_format::runtime::walk::Piece {
                name: #text,
                at: #at,
                size: #size,
                content: ::dxc_format::runtime::walk::Content::#content,
                shown: #shown_here,
            });
        }
    };
    let shape = |ty: &syn::Type| quote!(<#ty as ::dxc_format::runtime::Fixed>::SHAPE);
    let aligned = words.aligned.as_ref();
    let aligned = aligned.map(|to| quote!(reader.is_aligned(#to);));
    let start = quote!(#seek #aligned #at = reader.at(););
    let single = |ty: &syn::Type, wrap: TokenStream, absent: TokenStream| {
        let (shape, read) = (shape(ty), quote!(reader.fixed::<#ty>()#within));
        let piece = piece(quote!(Value(#shape)));
        let content = quote!(#start let value = #read; #piece #wrap(value));
        let read = conditional(member, content, absent);
        quote!(let #name = #read;)
    };
    let read = match class {
        Class::Computed => {
            let absent = words.shown.is_always();
            let absent = absent.then(|| quote!(sink.absent(const { &#shown });));
            single(
                ty,
                quote!(),
                quote!({ #absent <#ty as Default>::default() }),
            )
        }
        Class::Usual(ty) => single(ty, quote!(), quote!(<#ty as Default>::default())),
        Class::Fixed => single(ty, quote!(), quote!(<#ty as Default>::default())),
        Class::Optional(ty) => match &words.known {
            Some(field) => {
                let read = single(ty, quote!(Some), quote!(None));
                quote! {
                    let is_known = reader.peek::<#ty>().is_some_and(|value| value.#field.name().is_some());
                    let #name = if is_known { #read #name } else { None };
                }
            }
            None => single(ty, quote!(Some), quote!(None)),
        },
        Class::Text => {
            let piece = piece(quote!(Text));
            let content = quote!(#start let value = reader.text()#within; #piece value);
            let read = conditional(member, content, quote!(&[][..]));
            quote!(let #name = ::dxc_format::runtime::TextView(#read);)
        }
        Class::OptionalBytes => {
            let (Some(Rule { rust: place, .. }), Some(Rule { rust: count, .. }), Some(null)) =
                (&words.at, &words.count, &words.null)
            else {
                return quote!();
            };
            let piece = piece(quote!(Bytes));
            quote! {
                let #name = if #place == #null {
                    #at = #null;
                    None
                } else {
                    #start
                    let value = reader.bytes(#count)#within;
                    #piece
                    Some(value)
                };
            }
        }
        Class::Pool(item) => {
            let args = nested_args(member, item);
            quote!(let #name = ::dxc_format::runtime::PoolView::<#item>::new(reader.by_ref(), #args);)
        }
        Class::Reference { may_lack } => {
            let (pool, null) = (words.names.as_ref().map(ToString::to_string), &words.null);
            let null_of = null.iter();
            let null_of = quote!([#(Some(#null_of),)* None][0]);
            let piece = piece(quote!(Place { pool: #pool, null: #null_of }));
            let content = quote!(#start let value = reader.fixed::<u32>()#within; #piece);
            match (may_lack, null) {
                (true, Some(null)) => {
                    let content = quote!(#content (value != #null).then_some(value));
                    let read = conditional(member, content, quote!(None));
                    quote!(let #name = #read;)
                }
                _ => quote!(let #name = { #content value };),
            }
        }
        Class::Bytes | Class::Strings => {
            let read = match &words.count {
                Some(Rule { rust, .. }) => quote!(reader.bytes(#rust)#within),
                None => quote!(reader.rest()#within),
            };
            let (content, wrap) = match class {
                Class::Bytes => (quote!(Bytes), quote!()),
                _ => (quote!(Strings), quote!(::dxc_format::runtime::Strings)),
            };
            let piece = piece(content);
            let content = quote!(#start let value = #read; #piece value);
            let read = conditional(member, content, quote!(&[][..]));
            quote!(let #name = #wrap(#read);)
        }
        Class::Run(row) | Class::Strided(row) => {
            let context = context(row, &words.with);
            let count = match (&words.count, &words.stride) {
                (Some(Rule { rust, .. }), _) => quote!(#rust),
                (None, Some(Rule { rust, .. })) => quote!(reader.room_by(#rust)),
                (None, None) => quote!(reader.room_for::<#row>(context)),
            };
            let stride = stride(words);
            let split = split(words);
            let piece = piece(quote!(Run {
                shape,
                known,
                stride
            }));
            let content = quote! {
                #start
                let context = #context;
                let run = reader.run::<#row>(#count, #stride, context)#within;
                let stride = run.stride() as usize;
                let (shape, known) = <#row as ::dxc_format::runtime::Row>::known(context, stride);
                #split
                #piece
                run
            };
            let none = quote!(::dxc_format::runtime::Run::<#row>::empty(#context));
            let read = conditional(member, content, none);
            quote!(let #name = #read;)
        }
        Class::Sized(row) => {
            let rust = match &words.size {
                Some(Rule { rust, .. }) => quote!(#rust),
                None => quote!(reader.left()),
            };
            let piece = piece(quote!(Sized { shape, known }));
            let content = quote! {
                #start
                let bytes = reader.sized::<#row>(#rust)#within;
                let (shape, known) = <#row as ::dxc_format::runtime::Row>::known((), bytes.len());
                #piece
                ::dxc_format::runtime::SizedView::<#row>::read(bytes).unwrap_or_default()
            };
            let read = conditional(member, content, quote!(Default::default()));
            quote!(let #name = #read;)
        }
        Class::Items(item) => {
            let args = nested_args(member, item);
            let count = match &words.count {
                Some(Rule { rust, .. }) => quote!(Some(#rust)),
                None => quote!(None),
            };
            // Where they end would be unknown, if something of them lay behind.
            let ends = words.count.is_none().then(|| {
                quote!(const { assert!(!<#item as ::dxc_format::runtime::Nested>::PLACES, "it would be placed behind the end") };)
            });
            let stride = stride(words);
            quote! {
                #ends
                #start
                let #name = ::dxc_format::runtime::Items::<#item>::walk(
                    reader.by_ref(), #text, const { &#shown }, #count, #stride, #args, sink,
                )?;
                #size = reader.at() - #at;
            }
        }
        Class::Nested => {
            let args = nested_args(member, ty);
            let size_of_all = match &words.size {
                Some(Rule { rust, .. }) => Some(quote!(#rust)),
                None => words.to_end.then(|| quote!(reader.left())),
            };
            let (bounded, resumed) = match size_of_all {
                Some(size) => (
                    quote!(let mut bounded = reader.within(#size)#within; let within = &mut bounded;),
                    quote!(reader.resume(bounded);),
                ),
                None => (quote!(let within = reader.by_ref();), quote!()),
            };
            let compare = compare_size(member, &quote!(#size));
            quote! {
                #start
                sink.enter(#text, None, const { &#shown });
                #bounded
                let #name = <#ty as ::dxc_format::runtime::Nested>::whole(within, #args, sink)#within;
                #resumed
                sink.leave();
                #size = reader.at() - #at;
                #compare
            }
        }
        Class::Padding(align) => {
            let (_, fill) = pad(words);
            quote! {
                #at = reader.at();
                let expected = reader.align(start, #align, #fill)?;
                #size = reader.at() - #at;
                sink.piece(::dxc_format::runtime::walk::Piece {
                    name: "",
                    at: #at,
                    size: #size,
                    content: ::dxc_format::runtime::walk::Content::Padding { expected },
                    shown: &::dxc_format::runtime::shape::Shown::FLAT,
                });
            }
        }
        Class::Trailing | Class::Memory => quote!(),
    };
    // Where a run is not there, the next one begins.
    let is_absent = words.condition.is_some() && words.at.is_none();
    let absent = is_absent.then(|| quote!(#at = reader.at() - #size;));
    quote!(#read #absent)
}

/// The stride that the file says, if it says one.
pub(super) fn stride(words: &MemberWords) -> TokenStream {
    match &words.stride {
        Some(Rule { rust, .. }) => quote!(Some(#rust)),
        None => quote!(None),
    }
}

/// Tells how long the runs are that a field holds.
fn split(words: &MemberWords) -> Option<TokenStream> {
    let Each { name, end, count } = words.each.as_ref()?;
    let Rule { rust, .. } = count.as_ref()?;
    Some(quote! {
        sink.split(&mut (0..#end).map(|#name: u32| (#rust).narrow().unwrap_or_default()));
    })
}

fn trailing(member: &Member) -> TokenStream {
    let own_size = size_of_self();
    let name = &member.name;
    let (text, at) = (name.to_string(), format_ident!("at_{name}"));
    let shown = member.words.shown.of(&text);
    quote! {
        let #name = reader.trailing();
        #at = #own_size;
        sink.piece(::dxc_format::runtime::walk::Piece {
            name: #text,
            at: #own_size,
            size: #name.len(),
            content: ::dxc_format::runtime::walk::Content::Trailing,
            shown: const { &#shown },
        });
    }
}

/// What can only be known once every field has its place.
pub(super) fn finish(member: &Member) -> TokenStream {
    let Member {
        name, class, words, ..
    } = member;
    let text = name.to_string();
    let at = format_ident!("at_{name}");
    match (class, &words.is, &words.usual) {
        (Class::Computed, Some(Rule { text: rule, rust }), _) if !words.holds => {
            let check = quote! {
                ::dxc_format::runtime::writer::Computed::check(#rust, #name, #rule)
                    .map_err(|kind| ::dxc_format::runtime::Error::new(kind, #at).within(#text))?;
            };
            conditional(member, check, quote!())
        }
        (Class::Usual(ty), _, Some(Rule { rust, .. })) => {
            let kept = quote! {
                match ::dxc_format::runtime::writer::Computed::<#ty>::value(#rust) {
                    Ok(usual) if usual == #name => None,
                    _ => Some(#name),
                }
            };
            let kept = conditional(member, kept, quote!(None));
            quote!(let #name = #kept;)
        }
        (Class::Run(row), ..) => {
            let rebuilt = (!words.with.is_empty()).then(|| {
                let context = conditional(
                    member,
                    strict_context(member, row),
                    context(row, &words.with),
                );
                quote! {
                    let context = #context;
                    let #name = #name.with(context);
                }
            });
            let context = (words.with.is_empty() && !words.checks.is_empty())
                .then(|| quote!(let context = ();));
            let checks = words.checks.iter().map(|one| check(member, row, one));
            quote!(#rebuilt #context #(#checks)*)
        }
        _ => quote!(),
    }
}

/// Refuses records that name no string.
fn check(member: &Member, row: &syn::Type, Check { field, table }: &Check) -> TokenStream {
    let name = &member.name;
    let (text, field_text) = (name.to_string(), field.to_string());
    let (at, function) = (format_ident!("at_{name}"), format_ident!("check_{field}"));
    quote! {
        let strings = ::dxc_format::runtime::strings::Nameable::of(#table);
        #name
            .check(#at, #field_text, |record| #row::#function(record, context, &strings))
            .map_err(|error| error.within(#text))?;
    }
}

/// The body of `Sequence::from_view`.
pub(super) fn from_view(sequence: &Sequence) -> TokenStream {
    let of_view = |field: &syn::Ident| match sequence.is_nested {
        true => quote!(view.#field),
        false => quote!(view.#field()),
    };
    let kept = sequence.members.iter().filter(|member| member.is_kept());
    let fields = kept.map(
        |Member {
             name: field,
             class,
             words,
             ..
         }| {
            let viewed = of_view(field);
            match class {
                Class::Run(_) if words.table => quote!(#field: #viewed.to_vec().into(),),
                Class::Bytes | Class::Trailing => quote!(#field: #viewed.to_vec(),),
                Class::Strings | Class::Sized(_) | Class::Text => {
                    quote!(#field: #viewed.to_value(),)
                }
                Class::OptionalBytes => quote!(#field: #viewed.map(<[u8]>::to_vec),),
                Class::Pool(_) => quote!(#field: Default::default(),),
                Class::Run(_) | Class::Items(_) => quote!(#field: #viewed.to_vec(),),
                Class::Nested => {
                    quote!(#field: ::dxc_format::runtime::Nested::from_view(&#viewed),)
                }
                Class::Strided(_) => {
                    quote!(#field: ::dxc_format::runtime::Strided::from_run(#viewed),)
                }
                Class::Memory => quote!(#field: view.memory(),),
                _ => quote!(#field: #viewed,),
            }
        },
    );
    pool::gathered(sequence, quote!(Self { #(#fields)* }))
}
