using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>
/// The definitions of the reference rig that a new database begins with: reference-rig.json, a resource of this
/// assembly.
/// </summary>
internal static class SeedDocument
{
    private const string Resource = "seed/reference-rig.json";

    /// <summary>The document.</summary>
    public static VariablesDocument Read()
    {
        using Stream source = typeof(SeedDocument).Assembly.GetManifestResourceStream(Resource)!;
        return DocumentFile.Parse(source, Resource, out string? fault) ?? throw new InvalidDataException(fault);
    }

    /// <summary>Its rows, for the station that it names.</summary>
    public static IReadOnlyList<Definition> Rows()
    {
        VariablesDocument document = Read();
        return document.Rows(document.Station);
    }
}
