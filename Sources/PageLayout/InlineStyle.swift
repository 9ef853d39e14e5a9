import Markup

/// The part of a `style` attribute that matters in text. Unknown declarations are skipped.
enum InlineStyle {
    /// Whether it takes the element away.
    static func hides(_ style: ArraySlice<UInt8>) -> Bool {
        var hidden = false
        forEachDeclaration(style) { name, value in
            if ASCII.equal(name, "display") { hidden = ASCII.equal(value, "none") }
        }
        return hidden
    }

    /// Applies it to an element that is about to be laid out.
    static func apply(_ style: ArraySlice<UInt8>, to frame: inout Flow.Frame) {
        var result = frame
        forEachDeclaration(style) { name, value in
            switch name.count {
            case 10 where ASCII.equal(name, "text-align"):
                result.alignment = Flow.alignment(value) ?? result.alignment
            case 10 where ASCII.equal(name, "font-style"):
                set(.italic, ASCII.equal(value, "italic") || ASCII.equal(value, "oblique"), &result)
            case 11 where ASCII.equal(name, "font-weight"): set(.bold, isBold(value), &result)
            case 11 where ASCII.equal(name, "white-space"):
                result.isPreformatted = value.prefix(3).elementsEqual("pre".utf8) && value.count != 8
            case 15 where ASCII.equal(name, "text-decoration"):
                set(.underline, ASCII.equal(value, "underline"), &result)
                set(.strike, ASCII.equal(value, "line-through"), &result)
            default: break
            }
        }
        frame = result
    }

    private static func set(_ style: TextStyle, _ isOn: Bool, _ frame: inout Flow.Frame) {
        if isOn { frame.style.insert(style) } else { frame.style.remove(style) }
    }

    private static func isBold(_ value: ArraySlice<UInt8>) -> Bool {
        if let number = ListNumber.parse(value) { return number >= 600 }
        return ASCII.equal(value, "bold") || ASCII.equal(value, "bolder")
    }

    private static func forEachDeclaration(
        _ style: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void
    ) {
        for declaration in style.split(separator: 0x3B) {
            guard let colon = declaration.firstIndex(of: 0x3A) else { continue }
            var value = trimmed(declaration[(colon + 1)...])
            if let mark = value.firstIndex(of: 0x21) { value = trimmed(value[..<mark]) }
            visit(trimmed(declaration[..<colon]), value)
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop(while: ASCII.isBlank)
        while let last = rest.last, ASCII.isBlank(last) { rest.removeLast() }
        return rest
    }
}
