using System.Text.Json;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Hosting.Transports;

/// <summary>The library in `/health`.</summary>
public static class TransportJson
{
    /// <summary>Writes `"transport":{"library","version"}`.</summary>
    public static void Write(Utf8JsonWriter json, TransportLibrary library)
    {
        json.WriteStartObject("transport");
        json.WriteString("library", library.Name);
        json.WriteString("version", library.Version);
        json.WriteEndObject();
    }
}
