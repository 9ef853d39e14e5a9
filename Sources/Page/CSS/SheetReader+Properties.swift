import HTML

extension SheetReader {
    /// What the declaration of a property does.
    enum Effect: Sendable {
        /// Sets a property to what is read from the value; nil for an invalid one.
        case sets(Property, @Sendable (SheetReader) -> DeclaredValue?)
        /// Sets weight and style.
        case font
        /// Sets generated content.
        case content
        /// Changes counters, by this number if none is given.
        case counters(Property, standard: Int)
        /// A change over time.
        case transition
        /// Margins or paddings: all of them, or those of a side.
        case box(BoxSides.Box, BoxSides.Part)

        /// Sets a property to a keyword.
        static func keyword(
            _ property: Property, _ values: [String: some RawRepresentable<UInt8>]
        ) -> Effect {
            let values = values.mapValues { DeclaredValue($0) }
            return .sets(property) { $0.single { values[$0.keyword($1)] } }
        }

        /// Sets a property to the value of a single token.
        static func single(
            _ property: Property, _ read: @escaping @Sendable (SheetReader, Token) -> DeclaredValue?
        ) -> Effect {
            .sets(property) { $0.single(read) }
        }

        /// Whether it only applies in style attributes.
        var isOfAttributes: Bool {
            switch self {
            case .box(_, let part): part == .block || part == .above || part == .below
            case .sets(let property, _): property == .fontSize
            case .font, .content, .counters, .transition: false
            }
        }

        /// Whether the value may be that of a custom property: those that can hide elements.
        var takesReferences: Bool {
            if case .sets(let property, _) = self {
                property == .display || property == .visibility
            } else {
                false
            }
        }
    }

    /// Returns the value of the current declaration, read by a function unless it is a CSS-wide keyword.
    func reading(_ read: (SheetReader) -> DeclaredValue?) -> DeclaredValue? { wideKeyword ?? read(self) }

    private func single(_ read: (SheetReader, Token) -> DeclaredValue?) -> DeclaredValue? {
        value.count == 1 ? read(self, value[0]) : nil
    }

    /// Returns what a property does; nil if it is not read.
    func effect(of name: Token) -> Effect? {
        guard !name.isEscaped, name.end - name.start < Self.properties.count else { return nil }
        let rows = Self.properties[name.end - name.start]
        // By index, so that only the row that is found is copied.
        for index in rows.indices where isText(of: name, rows[index].name) { return rows[index].effect }
        return nil
    }

    /// The properties that are read, by the lengths of their names.
    private static let properties: [[(name: StaticString, effect: Effect)]] = {
        let longest = rows.reduce(0) { max($0, $1.name.utf8CodeUnitCount) }
        return (0...longest).map { length in rows.filter { $0.name.utf8CodeUnitCount == length } }
    }()

    /// Of the same length, the frequent ones first.
    private static let rows: [(name: StaticString, effect: Effect)] = [
        ("font", .font), ("color", .sets(.color) { $0.color(at: 0)?.value }), ("float", float),
        ("margin", .box(.margin, .all)),
        ("display", .sets(.display) { $0.reference(for: .display) ?? $0.display }),
        ("padding", .box(.padding, .all)), ("opacity", opacity), ("content", .content),
        ("flex-flow", flexDirection), ("font-size", fontSize), ("animation", .transition),
        ("margin-top", .box(.margin, .above)), ("text-align", .keyword(.textAlign, alignments)),
        ("font-style", fontStyle), ("visibility", visibility),
        ("background", .sets(.backgroundColor) { $0.background }), ("transition", .transition),
        ("list-style", .sets(.listStyleType) { $0.listStyle }), ("font-weight", fontWeight),
        ("margin-left", .box(.margin, .left)), ("white-space", .keyword(.whiteSpace, whiteSpaces)),
        ("padding-left", .box(.padding, .left)), ("margin-block", .box(.margin, .block)),
        ("margin-right", .box(.margin, .right)), ("margin-bottom", .box(.margin, .below)),
        ("padding-right", .box(.padding, .right)), ("counter-reset", .counters(.counterReset, standard: 0)),
        ("flex-direction", flexDirection), ("text-transform", .keyword(.textTransform, transforms)),
        ("text-decoration", .sets(.textDecoration) { $0.textDecoration }),
        ("list-style-type", .single(.listStyleType) { $0.marker($1) }),
        ("margin-block-end", .box(.margin, .below)),
        ("background-color", .sets(.backgroundColor) { $0.color(at: 0)?.value }),
        ("counter-increment", .counters(.counterIncrement, standard: 1)),
        ("content-visibility", contentVisibility), ("margin-block-start", .box(.margin, .above)),
        ("margin-inline-start", .box(.margin, .left)), ("padding-inline-start", .box(.padding, .left)),
        ("white-space-collapse", .keyword(.whiteSpace, whiteSpaces)),
        ("text-decoration-line", .sets(.textDecoration) { $0.textDecoration }),
    ]

    private static let contentVisibility = Effect.single(.contentVisibility) {
        DeclaredValue($0.keyword($1) != "hidden")
    }

    private static let flexDirection = Effect.sets(.flexDirection) { reader in
        DeclaredValue(reader.isColumn)
    }

    private static let float = Effect.single(.float) {
        let word = $0.keyword($1)
        return DeclaredValue(word == "left" || word == "right" || word.hasPrefix("inline-"))
    }

    private static let fontSize = Effect.single(.fontSize) {
        let isLength = $1.kind == .number || $1.kind == .dimension || $1.kind == .percentage
        return DeclaredValue(!isLength || $1.number != 0)
    }

    private static let fontStyle = Effect.single(.fontStyle) {
        $0.keyword($1) == "normal" ? DeclaredValue(false) : $0.fontStyle($1)
    }

    private static let fontWeight = Effect.single(.fontWeight) {
        if $1.kind == .number { return DeclaredValue($1.number >= 600) }
        let word = $0.keyword($1)
        return word == "normal" || word == "lighter" ? DeclaredValue(false) : $0.fontWeight($1)
    }

    private static let opacity = Effect.single(.opacity) {
        $1.kind == .number || $1.kind == .percentage ? DeclaredValue($1.number > 0.01) : nil
    }

    private static let visibility = Effect.sets(.visibility) { reader in
        reader.reference(for: .visibility) ?? reader.single { $0.keywordOfVisibility($1) }
    }

    /// The values of `white-space`, and those of its longhand `white-space-collapse`, for lines that wrap.
    private static let whiteSpaces: [String: WhiteSpace] = [
        "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap, "break-spaces": .preWrap,
        "pre-line": .preLine, "collapse": .normal, "preserve": .preWrap, "preserve-breaks": .preLine,
    ]

    private static let alignments: [String: TextAlign] = [
        "start": .start, "left": .start, "justify": .start, "center": .center, "right": .end, "end": .end,
        "-webkit-center": .center, "-moz-center": .center,
    ]

    private static let transforms: [String: TextTransform] = [
        "none": .none, "uppercase": .uppercase, "lowercase": .lowercase, "capitalize": .capitalize,
    ]
}
