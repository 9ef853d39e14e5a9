import CellGrid
import SonicSession

// The texts of numbers and outcomes on the screen.

extension Int {
    /// The number as a count of bytes: `812 B`, `34 KB`, `1.2 MB`; 1 KB is 1024 bytes.
    package var byteText: String {
        switch self {
        case ..<1024: return "\(self) B"
        case ..<(1 << 20): return "\(self >> 10) KB"
        default:
            // A shift has a higher precedence than a product.
            let tenths = self / (1 << 20) * 10 + (((self % (1 << 20)) * 10) >> 20)
            return "\(tenths / 10).\(tenths % 10) MB"
        }
    }
}

extension Outcome {
    /// The outcome in capitals, as the title line shows it.
    package var headline: String {
        switch self {
        case .firstLoad: "FIRST LOAD"
        case .allCached: "ALL CACHED"
        case .dataUpdate: "DATA UPDATE"
        case .templateChange: "TEMPLATE CHANGE"
        case .plain: "PLAIN"
        case .fresh: "FRESH"
        case .offline(.stopped), .failed(.stopped): "STOPPED"
        case .offline(.status(let status)), .failed(.status(let status)): "FAILED \(status)"
        case .offline: "OFFLINE"
        case .failed(.handedOver): "FILE"
        case .failed: "FAILED"
        }
    }

    /// Whether something went wrong.
    package var isTrouble: Bool {
        switch self {
        case .failed(.handedOver): false
        case .offline, .failed: true
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh: false
        }
    }
}

extension String {
    /// The text with a full stop; unlike `sentence`, it does not change the case of a header name at its start.
    package var ended: String {
        hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "."
    }

    /// The text as a sentence, with a capital letter and a full stop.
    package var sentence: String {
        guard let first else { return self }
        return (first.uppercased() + dropFirst()).ended
    }
}

extension Int {
    /// The number of bytes as text with a unit: `1.5 MB`.
    package var sizeText: String {
        for (unit, shift) in [("GB", 30), ("MB", 20), ("KB", 10)] where self >> shift > 0 {
            let tenths = (self * 10) >> shift
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(self) B"
    }
}

extension Plot.Ending {
    /// The word next to its sign.
    package var word: String {
        switch self {
        case .same: "same"
        case .data: "data"
        case .whole: "full"
        case .failed: "failed"
        }
    }
}
