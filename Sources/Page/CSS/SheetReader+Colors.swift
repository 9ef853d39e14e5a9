import HTML

// Colours (CSS Color Module Level 4).
extension SheetReader {
    /// The colour in the shorthand; transparent if there is none.
    var background: DeclaredValue? {
        var index = 0
        while index < value.count {
            if let (color, next) = color(at: index) {
                if next > index { return color }
            }
            if value[index].kind == .function {
                // Colours inside gradients are not the background's colour.
                var depth = 1
                index += 1
                while index < value.count, depth > 0 {
                    if value[index].closing != nil { depth += 1 }
                    if value[index].kind == .rightParenthesis { depth -= 1 }
                    index += 1
                }
            } else {
                index += 1
            }
        }
        return .transparent
    }

    /// Returns the colour that begins at a token of the value, and the index of the token after it.
    func color(at index: Int) -> (value: DeclaredValue, next: Int)? {
        guard index < value.count else { return nil }
        let token = value[index]
        if token.kind == .hash { return hexadecimal(token).map { ($0, index + 1) } }
        if token.kind == .function { return colorFunction(at: index) }
        guard token.kind == .ident else { return nil }
        let word = keyword(token)
        if word == "transparent" { return (.transparent, index + 1) }
        if word == "currentcolor" { return (.currentColor, index + 1) }
        return Self.namedColors[word].map { (DeclaredValue(rgb: $0), index + 1) }
    }

    private func hexadecimal(_ token: Token) -> DeclaredValue? {
        let digits = text(of: token)
        guard digits.allSatisfy(ASCII.isHexadecimal) else { return nil }
        let values = digits.map { Tokenizer.digit($0) }
        switch values.count {
        case 3, 4:
            let rgb = values[..<3].reduce(0) { $0 << 8 | $1 * 17 }
            return Self.opaque(rgb, alpha: values.count == 4 ? Double(values[3]) / 15 : 1)
        case 6, 8:
            let rgb = values[..<6].reduce(0) { $0 << 4 | $1 }
            return Self.opaque(rgb, alpha: values.count == 8 ? Double(values[6] * 16 + values[7]) / 255 : 1)
        default: return nil
        }
    }

    /// Cells have no transparency: a colour applies from an alpha of one half on.
    static func opaque(_ rgb: UInt32, alpha: Double) -> DeclaredValue {
        alpha < 0.5 ? .transparent : DeclaredValue(rgb: rgb)
    }

    private func colorFunction(at index: Int) -> (value: DeclaredValue, next: Int)? {
        let name = value[index]
        let isHue = isText(of: name, "hsl") || isText(of: name, "hsla")
        guard isHue || isText(of: name, "rgb") || isText(of: name, "rgba") else { return nil }
        var parts: [Token] = []
        var next = index + 1
        while next < value.count, value[next].kind != .rightParenthesis {
            let token = value[next]
            next += 1
            if token.kind == .comma || token.kind == .delimiter && token.delimiter == 0x2F { continue }
            guard
                token.kind == .number || token.kind == .percentage || token.kind == .dimension
                    || token.kind == .ident && isText(of: token, "none")
            else { return nil }
            parts.append(token)
        }
        guard parts.count == 3 || parts.count == 4, parts.allSatisfy({ $0.number.isFinite }) else {
            return nil
        }
        let alpha =
            parts.count == 4 ? (parts[3].kind == .percentage ? parts[3].number / 100 : parts[3].number) : 1
        let rgb =
            isHue
            ? Self.rgb(hue: degrees(parts[0]), saturation: parts[1].number, lightness: parts[2].number)
            : parts[..<3].reduce(0) {
                $0 << 8 | Self.byte($1.kind == .percentage ? $1.number * 255 / 100 : $1.number)
            }
        return (Self.opaque(rgb, alpha: alpha), next + 1)
    }

    private func degrees(_ token: Token) -> Double {
        guard token.kind == .dimension else { return token.number }
        if isText(of: token, "turn") { return token.number * 360 }
        if isText(of: token, "rad") { return token.number * 57.29577951308232 }
        return isText(of: token, "grad") ? token.number * 0.9 : token.number
    }

    private static func byte(_ value: Double) -> UInt32 { UInt32(max(0, min(255, value.rounded()))) }

    private static func rgb(hue: Double, saturation: Double, lightness: Double) -> UInt32 {
        let saturation = max(0, min(100, saturation)) / 100
        let lightness = max(0, min(100, lightness)) / 100
        var turn = hue.isFinite ? hue.truncatingRemainder(dividingBy: 360) / 30 : 0
        if turn < 0 { turn += 12 }
        let reach = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> UInt32 {
            let place = (offset + turn).truncatingRemainder(dividingBy: 12)
            return byte((lightness - reach * max(-1, min(place - 3, 9 - place, 1))) * 255)
        }
        return part(0) << 16 | part(8) << 8 | part(4)
    }

    // MARK: Names

    private static let colorTable = """
        aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc \
        bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a \
        burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 \
        cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b \
        darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b \
        darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 \
        darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f \
        darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff \
        dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 \
        forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 \
        goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 \
        hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa \
        lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 \
        lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 \
        lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa \
        lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 \
        limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa \
        mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 \
        mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 \
        midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead \
        navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 \
        orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 \
        papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 \
        purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 \
        saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d \
        silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa \
        springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 \
        turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 \
        yellowgreen 9acd32
        """

    private static let namedColors: [String: UInt32] = {
        let words = colorTable.split(separator: " ")
        var colors: [String: UInt32] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            colors[String(words[index])] = UInt32(words[index + 1], radix: 16)
        }
        return colors
    }()
}
