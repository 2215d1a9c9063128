using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Certificates;

/// <summary>Generated JSON of certificates.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, UseStringEnumConverter = true)]
[JsonSerializable(typeof(RunCertificate))]
public sealed partial class CertificateJson : JsonSerializerContext;
