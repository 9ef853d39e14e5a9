import CUtf8proc

/// The widths of single scalars in columns, and the classes that the cluster rules need.
enum ScalarWidth {
    /// Returns the columns of a scalar of the common scripts that never joins another such scalar, without a table
    /// lookup; nil for all others.
    static func ofSimple(_ value: UInt32) -> Int? {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x5D0...0x5EA, 0x621...0x63A,
            0x641...0x64A, 0x671...0x6D3, 0x1E00...0x1EFF, 0x2010...0x2027, 0x2500...0x257F:
            1
        case 0x3001...0x3003, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xFF01...0xFF60:
            2
        default: nil
        }
    }

    /// Returns the columns of a scalar by itself, 0 to 2.
    static func of(_ value: UInt32) -> Int {
        switch value {
        // A soft hyphen shows only where a line breaks, and there the layout writes a hyphen.
        case 0xAD: return 0
        // Jamo vowels and finals join the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        // Unassigned ideographs are wide (UAX #11 §4.2), so those that a later Unicode assigns are, too.
        case 0xF900...0xFAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD: return 2
        default: break
        }
        let property = utf8proc_get_property(Int32(value)).pointee
        // Terminals give these a column although utf8proc does not: spacing marks and Arabic number signs.
        if property.category == utf8proc_propval_t(UTF8PROC_CATEGORY_MC.rawValue) { return 1 }
        if property.boundclass == UTF8PROC_BOUNDCLASS_PREPEND.rawValue { return 1 }
        return Int(property.charwidth)
    }

    /// Whether the scalar is a nonspacing or enclosing mark.
    static func isMark(_ value: UInt32) -> Bool {
        let category = utf8proc_category(Int32(value))
        return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME
    }

    /// Whether variation selector 16 makes the scalar an emoji (UTS #51: pictographs and keycap bases).
    static func isEmojiBase(_ value: UInt32) -> Bool {
        switch value {
        case 0x23, 0x2A, 0x30...0x39: true
        default:
            utf8proc_get_property(Int32(value)).pointee.boundclass
                == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC.rawValue
        }
    }

    /// Whether the scalar is half of a flag (a regional indicator).
    static func isRegionalIndicator(_ value: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(value) }
    /// Whether the scalar is a skin tone.
    static func isEmojiModifier(_ value: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(value) }
    /// Whether the scalar is a tag character, which spells the region of an emoji flag and can hide text.
    static func isTag(_ value: UInt32) -> Bool { (0xE0000...0xE007F).contains(value) }
}
