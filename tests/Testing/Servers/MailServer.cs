using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Testing.Servers;

/// <summary>
/// A mail server on loopback: takes mails, with STARTTLS when it has a certificate, or accepts connections and never
/// says a word.
/// </summary>
public sealed class MailServer : IDisposable
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

    /// <summary>Answer to the sender of a mail.</summary>
    public string AnswerToSender { get; set; } = "250 ok";

    /// <summary>Offers STARTTLS with it; null = does not.</summary>
    public X509Certificate2? Certificate { get; set; }

    /// <summary>True: says yes to STARTTLS, and nothing after it.</summary>
    public bool HangsInTls { get; set; }

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
                    await Hang(client.GetStream());
                await Converse(client.GetStream(), "220 test");
            }
            catch (Exception e) when (e is OperationCanceledException or IOException or AuthenticationException)
            {
                // The client went, or does not trust the certificate.
            }
        }
    }

    private async Task Hang(Stream stream)
    {
        byte[] unread = new byte[4096];
        while (await stream.ReadAsync(unread, _stop.Token) > 0)
        {
        }
    }

    private async Task Converse(Stream stream, string? greeting)
    {
        using StreamReader reader = new(stream, Encoding.UTF8);
        await using StreamWriter writer = new(stream) { AutoFlush = true, NewLine = "\r\n" };
        if (greeting is not null)
            await writer.WriteLineAsync(greeting);
        while (await reader.ReadLineAsync(_stop.Token) is { } line)
        {
            if (line == "STARTTLS")
            {
                await writer.WriteLineAsync("220 go on");
                await Secure(stream);
                return;
            }

            if (line == "DATA")
            {
                await writer.WriteLineAsync("354 go on");
                await Receive(reader);
            }

            await writer.WriteLineAsync(AnswerTo(line, isPlain: stream is NetworkStream));
        }
    }

    private async Task Secure(Stream stream)
    {
        if (HangsInTls)
            await Hang(stream);
        await using SslStream secured = new(stream);
        await secured.AuthenticateAsServerAsync(
            new SslServerAuthenticationOptions { ServerCertificate = Certificate }, _stop.Token);
        await Converse(secured, greeting: null);
    }

    private string AnswerTo(string line, bool isPlain) => line.Split(' ')[0] switch
    {
        "DATA" => Answer,
        "QUIT" => "221 end",
        "MAIL" => AnswerToSender,
        "EHLO" when isPlain && Certificate is not null => "250-test\r\n250 STARTTLS",
        _ => "250 ok",
    };

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
