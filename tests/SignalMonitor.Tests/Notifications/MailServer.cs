using System.Net;
using System.Net.Sockets;
using System.Text;

namespace SignalMonitor.Tests.Notifications;

/// <summary>A mail server on loopback: takes mails, or accepts connections and never says a word.</summary>
internal sealed class MailServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private readonly bool _isSilent;
    private readonly List<string> _mails = [];
    private int _connections;

    public MailServer(bool isSilent = false)
    {
        _isSilent = isSilent;
        _listener.Start();
        _accepting = Accept();
    }

    /// <summary>Answer to the end of a mail.</summary>
    public string Answer { get; set; } = "250 taken";

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public int Connections => Volatile.Read(ref _connections);

    public string[] Mails
    {
        get
        {
            lock (_mails)
                return [.. _mails];
        }
    }

    public void Dispose()
    {
        _stop.Cancel();
        _listener.Dispose();
        _accepting.Wait();
        _stop.Dispose();
    }

    private async Task Accept()
    {
        List<Task> open = [];
        try
        {
            while (true)
            {
                TcpClient client = await _listener.AcceptTcpClientAsync(_stop.Token);
                Interlocked.Increment(ref _connections);
                open.Add(Serve(client));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException)
        {
            await Task.WhenAll(open);
        }
    }

    private async Task Serve(TcpClient client)
    {
        using (client)
        {
            try
            {
                if (_isSilent)
                    await client.GetStream().ReadExactlyAsync(new byte[1], _stop.Token);
                await Converse(client.GetStream());
            }
            catch (Exception e) when (e is OperationCanceledException or IOException)
            {
            }
        }
    }

    private async Task Converse(NetworkStream stream)
    {
        using StreamReader reader = new(stream, Encoding.UTF8);
        await using StreamWriter writer = new(stream) { AutoFlush = true, NewLine = "\r\n" };
        await writer.WriteLineAsync("220 test");
        while (await reader.ReadLineAsync(_stop.Token) is { } line)
        {
            if (line == "DATA")
            {
                await writer.WriteLineAsync("354 go on");
                await Receive(reader);
                await writer.WriteLineAsync(Answer);
            }
            else
            {
                await writer.WriteLineAsync(line == "QUIT" ? "221 end" : "250 ok");
            }
        }
    }

    private async Task Receive(StreamReader reader)
    {
        StringBuilder mail = new();
        while (await reader.ReadLineAsync(_stop.Token) is { } line && line != ".")
            mail.AppendLine(line);
        if (!Answer.StartsWith('2'))
            return;
        lock (_mails)
            _mails.Add(mail.ToString());
    }
}
