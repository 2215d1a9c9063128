using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Certificates;

/// <summary>What a certificate comes to.</summary>
public enum CertificateVerdict
{
    /// <summary>Nothing was delivered: there is nothing to certify.</summary>
    [JsonStringEnumMemberName("empty")]
    Empty,

    /// <summary>Something is lost, missing or unknown; the certificate says what.</summary>
    [JsonStringEnumMemberName("incomplete")]
    Incomplete,

    /// <summary>Nothing is lost so far, but the end of a stream was not seen.</summary>
    [JsonStringEnumMemberName("open")]
    Open,

    /// <summary>Every block that was published from the first one on was delivered, once and in order, up to the end.</summary>
    [JsonStringEnumMemberName("complete")]
    Complete,
}
