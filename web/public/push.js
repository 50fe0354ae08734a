/** Shows the push messages of the table, and opens the match that one of them is about. */

self.addEventListener('push', (event) => {
  const { title, body, link, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: link }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, self.registration.scope).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const open = windows[0];
      return open ? open.navigate(address).then((client) => client.focus()) : self.clients.openWindow(address);
    }),
  );
});
