import Glibc
import JSON

/// A place on the globe, in degrees.
struct GeoPoint: Hashable, Sendable {
    let latitude: Double
    let longitude: Double

    init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `{"__type":"GeoPoint","latitude":…,"longitude":…}`; `nil` for any other value, and for degrees outside
    /// the globe.
    init?(_ value: JSONValue) {
        guard value["__type"]?.stringValue == "GeoPoint",
            case .number(let latitude) = value["latitude"],
            case .number(let longitude) = value["longitude"],
            abs(latitude.doubleValue) <= 90, abs(longitude.doubleValue) <= 180
        else { return nil }
        self.init(latitude: latitude.doubleValue, longitude: longitude.doubleValue)
    }

    static let earthRadiusInKilometers = 6_371.0
    static let earthRadiusInMiles = 3_958.8

    /// The angle between two places, seen from the middle of the globe (haversine formula).
    func radians(to other: GeoPoint) -> Double {
        let scale = Double.pi / 180
        let sinLatitude = sin((other.latitude - latitude) * scale / 2)
        let sinLongitude = sin((other.longitude - longitude) * scale / 2)
        let cosines = cos(latitude * scale) * cos(other.latitude * scale)
        let half = sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
        return 2 * asin(min(1, half.squareRoot()))
    }
}

/// A rectangle of latitudes and longitudes, its edges included.
struct GeoBox: Hashable, Sendable {
    let southWest: GeoPoint
    let northEast: GeoPoint

    func contains(_ point: GeoPoint) -> Bool {
        (southWest.latitude...max(southWest.latitude, northEast.latitude))
            .contains(point.latitude)
            && (southWest.longitude...max(southWest.longitude, northEast.longitude))
                .contains(point.longitude)
    }
}
