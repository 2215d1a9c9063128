namespace SignalMonitor.Configuration;

/// <summary>The HTTP ports of shared stations: each has the same one on every machine.</summary>
internal static class SharedPorts
{
    /// <summary>The port of the first station; 0 = any free one.</summary>
    public static int FirstOf(MonitorOptions options)
    {
        if (options.Sharing.FirstPort > 0)
            return options.Sharing.FirstPort;
        return Uri.TryCreate(options.Http.Url, UriKind.Absolute, out Uri? own) && own.Port > 0 ? own.Port + 1 : 0;
    }

    /// <summary>The address at which a station is served: as of this monitor, with the port of the station.</summary>
    /// <param name="options">Options that passed their check.</param>
    /// <param name="index">Index of the connection.</param>
    public static string UrlOf(MonitorOptions options, int index)
    {
        int first = FirstOf(options);
        return new UriBuilder(options.Http.Url) { Port = first == 0 ? 0 : first + index }.Uri
            .GetLeftPart(UriPartial.Authority);
    }
}
