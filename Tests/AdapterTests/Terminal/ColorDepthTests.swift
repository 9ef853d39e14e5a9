import CellGrid
import Testing

@testable import Terminal

@Suite struct ColorDepthTests {
    @Test(arguments: [
        (0, ColorDepth.mono), (2, .mono), (8, .basic8), (16, .basic16), (88, .basic16), (256, .palette256),
        (32767, .palette256), (0x100_0000, .direct),
    ])
    func `the number of colours of the terminal selects the depth`(colors: Int, depth: ColorDepth) {
        #expect(ColorDepth(colors: colors) == depth)
    }

    @Test(
        arguments: [
            (Color.standard, [-1, -1, -1, -1, -1]),
            (.palette(1), [-1, 1, 1, 1, 1]),
            (.palette(9), [-1, 1, 9, 9, 0xFF0000]),
            (.palette(196), [-1, 1, 9, 196, 0xFF0000]),
            (.palette(244), [-1, 7, 8, 244, 0x808080]),
            (.rgb(255, 255, 255), [-1, 7, 15, 231, 0xFFFFFF]),
            (.rgb(0, 0, 0), [-1, 0, 0, 16, 8]),
            (.rgb(128, 128, 128), [-1, 7, 8, 244, 0x808080]),
            (.rgb(255, 135, 0), [-1, 3, 3, 208, 0xFF8700]),
            (.rgb(0, 0, 3), [-1, 0, 0, 16, 8]),
            (.rgb(250, 250, 252), [-1, 7, 15, 231, 0xFAFAFC]),
        ] as [(Color, [Int32])])
    func `each depth maps every colour to one of its own`(color: Color, numbers: [Int32]) {
        let depths: [ColorDepth] = [.mono, .basic8, .basic16, .palette256, .direct]
        #expect(depths.map { $0.number(of: color) } == numbers)
    }

    @Test func `each component of a colour is rounded to the nearest palette step, the lower of two`() {
        let steps = [0, 95, 135, 175, 215, 255]
        for value in 0...255 {
            let nearest = steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) }
            // A blue of 255 rules out the grey ramp.
            let number = ColorDepth.palette256.number(of: .rgb(UInt8(value), 0, 255))
            #expect(Int(number) == 16 + 36 * (nearest ?? 0) + 5, "\(value)")
        }
    }

    @Test func `no colour number exceeds the range of its depth`() {
        let limits: [(ColorDepth, Int32)] = [
            (.basic8, 8), (.basic16, 16), (.palette256, 256), (.direct, 0x100_0000),
        ]
        for (depth, limit) in limits {
            for index in UInt8.min...UInt8.max {
                let colors: [Color] = [.palette(index), .rgb(index, 255 - index, index / 2)]
                for color in colors { #expect((0..<limit).contains(depth.number(of: color))) }
            }
        }
    }
}
