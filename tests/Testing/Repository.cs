namespace Testing;

/// <summary>The checkout the tests were built from.</summary>
public static class Repository
{
    /// <summary>The folder with Telemetry.sln, found upwards from the test's binary.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>A path inside the checkout.</summary>
    public static string PathOf(params string[] parts) => Path.Combine([Root, .. parts]);

    private static string FindRoot()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Telemetry.sln")))
                return folder.FullName;
        }

        throw new InvalidOperationException($"No Telemetry.sln above {AppContext.BaseDirectory}.");
    }
}
