using System.Collections.Immutable;
using System.Reflection;

namespace SignalMonitor.Dashboard.Files;

/// <summary>
/// The front end as the build put it into this assembly: dashboard/dist, so that a machine without node has it too.
/// </summary>
internal static class Bundle
{
    /// <summary>The page that is served at `/`.</summary>
    public const string Index = "index.html";

    private const string Root = "dashboard/";

    /// <summary>Its files.</summary>
    public static ImmutableArray<BundleFile> Read()
    {
        Assembly assembly = typeof(Bundle).Assembly;
        return
        [
            .. assembly.GetManifestResourceNames()
                .Where(name => name.StartsWith(Root, StringComparison.Ordinal))
                .Select(name => new BundleFile(name[Root.Length..].Replace('\\', '/'), Bytes(assembly, name))),
        ];
    }

    private static byte[] Bytes(Assembly assembly, string name)
    {
        using Stream resource = assembly.GetManifestResourceStream(name)!;
        byte[] content = new byte[resource.Length];
        resource.ReadExactly(content);
        return content;
    }
}
