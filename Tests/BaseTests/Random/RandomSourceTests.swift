import Testing

@testable import Base

struct RandomSourceTests {
    @Test(
        "A stream depends only on seed, name and attempt, in every process and every version",
        arguments: [
            (42, "send", 0, 0x800e_9753_256e_ba8d, 0x071f_02da_475d_cba3),
            (42, "send", 1, 0x041b_d15b_9861_a848, 0x7ca8_8f21_c194_f2ac),
            (43, "send", 0, 0xa46e_a8dc_fa3e_f7fd, 0x7643_4c98_baeb_948c),
            (42, "send[2]", 0, 0x32e9_e72f_50c0_b74d, 0x8802_a0cf_d2bb_ed74),
            (0, "", 0, 0x7261_e903_1e12_a9d7, 0x4740_b092_37da_2513),
            // The same letter spelled in two ways gives two names.
            (42, "é", 0, 0x98fb_8d6f_224a_130c, nil),
            (42, "e\u{301}", 0, 0xd8c3_7a83_d935_36f3, nil),
        ] as [(UInt64, String, Int, UInt64, UInt64?)]
    )
    func pinned(seed: UInt64, name: String, attempt: Int, first: UInt64, second: UInt64?) {
        var source = RandomSource(seed: seed, name: name, attempt: attempt)
        #expect(source.next() == first)
        if let second { #expect(source.next() == second) }
    }

    @Test("Texts are drawn letter by letter from the stream")
    func texts() {
        var hexadecimal = RandomSource(seed: 42, name: "send")
        #expect(
            hexadecimal.text(64, of: "0123456789abcdef")
                == "d36e301c763994b86313daffb5e9897856224f4b5ae09168edbad73638e73f2a"
        )
        var digits = RandomSource(seed: 42, name: "send")
        #expect(digits.text(8, of: "0123456789") == "53607498")
        #expect(digits.text(0, of: "0123456789") == "")
    }

    @Test("A UUID has the version and variant of RFC 9562")
    func uuid() {
        var source = RandomSource(seed: 42, name: "send")
        #expect(source.uuid() == "800e9753-256e-4a8d-871f-02da475dcba3")
        for _ in 0..<100 {
            let text = Array(source.uuid().utf8)
            #expect(text.count == 36)
            #expect(text[14] == UInt8(ascii: "4"))
            #expect("89ab".utf8.contains(text[19]))
        }
    }
}
