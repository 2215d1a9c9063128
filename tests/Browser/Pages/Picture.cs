using Testing;

namespace Browser.Pages;

/// <summary>Where a picture of the page goes: to the docs when they are made, else to a folder of the test.</summary>
internal static class Picture
{
    private const string Switch = "TELEMETRY_DOCS_IMAGES";

    /// <summary>The pictures of the docs are made.</summary>
    public static bool IsForDocs => Environment.GetEnvironmentVariable(Switch) == "1";

    /// <summary>Path of a picture.</summary>
    public static string PathOf(TemporaryFolder folder, string file)
    {
        if (!IsForDocs)
            return folder.File(file);
        Directory.CreateDirectory(Repository.PathOf("docs", "images"));
        return Repository.PathOf("docs", "images", file);
    }
}
