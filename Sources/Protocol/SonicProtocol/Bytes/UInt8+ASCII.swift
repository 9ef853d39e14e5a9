extension UInt8 {
    /// `A`–`Z` and `a`–`z`.
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    /// `0`–`9`.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    /// Letters, digits and `+-.`.
    var isSchemeByte: Bool { isASCIILetter || isASCIIDigit || self == 0x2B || self == 0x2D || self == 0x2E }

    /// The value of this byte as a hexadecimal digit; nil if it is not one.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
