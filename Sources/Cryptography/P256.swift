import CCrypto

/// The curve P-256, on which two keys agree on a secret (FIPS 186-4, SEC 1).
package enum P256 {
    /// A private key for agreeing on secrets.
    package struct PrivateKey: Sendable {
        private let scalar: [UInt8]
        /// The public half in uncompressed form: 4, x and y, 65 bytes.
        package let point: [UInt8]

        /// `nil` for zero, and for the order of the curve or a greater number.
        ///
        /// - Parameter scalar: 32 bytes, the most significant first.
        package init?(scalar: [UInt8]) {
            guard scalar.count == 32, let point = P256.multiple(scalar, of: nil) else { return nil }
            self.scalar = scalar
            self.point = point
        }

        /// The shared secret with another key (SEC 1 §3.3.1).
        ///
        /// - Parameter other: The other's public half in uncompressed form.
        /// - Returns: 32 bytes; `nil` for bytes that are not a point of the curve.
        package func secret(with other: [UInt8]) -> [UInt8]? {
            P256.multiple(scalar, of: other).map { Array($0[1...32]) }
        }
    }

    /// Whether the bytes have the form of an uncompressed point.
    static func isPoint(_ bytes: [UInt8]) -> Bool { bytes.count == 65 && bytes[0] == 4 }

    /// A multiple of a point, or of the generator; `nil` for an invalid factor or point.
    private static func multiple(_ scalar: [UInt8], of other: [UInt8]?) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_GROUP_free(group) }
        guard let factor = BN_bin2bn(scalar, Int32(scalar.count), nil) else { return nil }
        defer { BN_clear_free(factor) }
        guard BN_is_zero(factor) == 0, BN_cmp(factor, EC_GROUP_get0_order(group)) < 0,
            let result = EC_POINT_new(group)
        else { return nil }
        defer { EC_POINT_free(result) }
        guard multiply(result, in: group, factor, of: other) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65)
        let form = POINT_CONVERSION_UNCOMPRESSED
        return EC_POINT_point2oct(group, result, form, &bytes, 65, nil) == 65 ? bytes : nil
    }

    /// - Returns: `false` for an invalid point, or when memory is exhausted.
    private static func multiply(
        _ result: OpaquePointer,
        in group: OpaquePointer,
        _ factor: OpaquePointer,
        of other: [UInt8]?
    ) -> Bool {
        guard let other else {
            return EC_POINT_mul(group, result, factor, nil, nil, nil) == 1
        }
        guard isPoint(other), let point = EC_POINT_new(group) else { return false }
        defer { EC_POINT_free(point) }
        // Rejects points that are not on the curve.
        return EC_POINT_oct2point(group, point, other, other.count, nil) == 1
            && EC_POINT_mul(group, result, nil, point, factor, nil) == 1
    }
}
