using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;

namespace SignalMonitor.OtherMonitors;

/// <summary>What a monitor to watch must have.</summary>
internal static class WatchRules
{
    /// <summary>Every fault.</summary>
    public static IEnumerable<OptionFault> Check(WatchOptions options)
    {
        for (int i = 0; i < options.Monitors.Length; i++)
        {
            OtherMonitorOptions one = options.Monitors[i];
            string key = $"Watch:Monitors:{i}";
            if (one.Name.Length == 0 || options.Monitors.Take(i).Any(other => other.Name == one.Name))
                yield return new OptionFault($"{key}:Name", $"'{one.Name}' is missing or used twice", "a name of its own");
            if (!Uri.TryCreate(one.Url, UriKind.Absolute, out Uri? url)
                || (url.Scheme != Uri.UriSchemeHttp && url.Scheme != Uri.UriSchemeHttps))
                yield return new OptionFault($"{key}:Url", $"'{one.Url}' is no address", "http://HOST:PORT or https://");
            if (one.TokenFile.Length > 0 && SecretFile.Read(one.TokenFile, out _) is { } secret)
                yield return new OptionFault($"{key}:TokenFile", secret, "a file of its owner alone, mode 600");
            if (ServerTrust.Load(one.CaFile, out _) is { } untrusted)
                yield return new OptionFault($"{key}:CaFile", untrusted, "a PEM file, or empty");
        }
    }
}
