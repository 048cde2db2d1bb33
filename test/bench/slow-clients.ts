import { connect, type Socket } from 'node:net';

/** Clients that open a connection and send their request one byte at a time, like a slow-loris attack. */
const [port = '0', clients = '0'] = process.argv.slice(2);
const byteEveryMs = 1_000;
/** Spreads the writes over time. */
const turns = 20;
const connectAtOnce = 50;
const request = `POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\nX: ${'x'.repeat(1_000)}\r\n\r\n`;

const sockets = new Set<Socket>();
let sent = 0;

function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.on('connect', () => {
      sockets.add(socket);
      resolve();
    });
    socket.on('error', () => resolve());
    // A client that is disconnected for being slow reconnects immediately.
    socket.on('close', () => {
      if (sockets.delete(socket)) void open();
    });
    socket.resume();
  });
}

for (let opened = 0; opened < Number(clients); opened += connectAtOnce) {
  await Promise.all(Array.from({ length: connectAtOnce }, open));
}
setInterval(() => {
  let number = 0;
  for (const socket of sockets) {
    if (number % turns === sent % turns) socket.write(request[Math.floor(sent / turns) % request.length] as string);
    number += 1;
  }
  sent += 1;
}, byteEveryMs / turns);
process.on('disconnect', () => process.exit(0));
process.send?.({ open: sockets.size });
